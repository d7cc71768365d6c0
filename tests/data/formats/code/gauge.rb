# frozen_string_literal: true
require 'set'

# Tides.
module Tides
  # A gauge.
  class Gauge < Station
    attr_reader :depth

    NAMES = %w[inner outer].freeze

    # Makes one.
    def initialize(depth)
      @depth = depth
    end

    def self.build(*depths)
      new(*depths)
    end

    def each
      @log.each do |level|
        yield level
      end
    end

    class << self
      def period; 12.42; end
    end
  end
end
