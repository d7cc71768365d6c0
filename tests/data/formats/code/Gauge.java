package harbour.tides;

import java.util.*;

/**
 * A gauge.
 */
@Deprecated
public final class Gauge<T> extends Station implements Readable {
    private int depth = 1;

    /** Makes one. */
    public Gauge(int depth) {
        this.depth = depth;
    }

    @Override
    public String toString() {
        return "Gauge " + depth;
    }

    enum Tide { EBB, FLOOD; int sign() { return 1; } }

    interface Log {
        void append();
    }

    record Level(int metres, int hour) {}
}
