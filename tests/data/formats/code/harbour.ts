import { Station } from './station';
import type Log from 'log';

/**
 * What can be read.
 */
export interface Readable {
  read(): number;
  name: string;
}

type Hour = number | string;

/** A gauge. */
@Component({
  selector: 'gauge',
})
export class Gauge extends Station<number> implements Readable {
  private depth = 1;
  readonly onRise = (level: number) => {
    this.depth += level;
  };

  @Input() size: number;

  constructor(private readonly log: Log) {
    super();
  }

  // in metres
  static async read(): Promise<number> {
    return Math.PI * this.depth;
  }
}

export const mean = async (values: number[]) => {
  return values[0];
};

export default function main() {
  const inner = function () { return 1; };
  return inner();
}

namespace Tides {
  export enum Tide { Ebb, Flood }
}

describe('gauge', () => {
  it('reads', () => {
    expect(1).toBe(1);
  });
});
