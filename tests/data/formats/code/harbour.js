// SPDX-License-Identifier: GPL-3.0-or-later
'use strict';
const fs = require('fs');

/* One gauge. */
class Gauge {
  #depth = 0;

  get depth() {
    return this.#depth;
  }

  rise = (level) => {
    this.#depth += level;
  };
}

function* hours() {
  for (let hour = 0; hour < 24; ++hour)
    yield hour;
}

const height = (t) => Math.cos(t);

module.exports.read = function read(path) {
  return fs.readFileSync(path);
};

const handlers = {
  onEbb: function () {
    return 'ebb';
  },
  onFlood() {
    return 'flood';
  },
};
