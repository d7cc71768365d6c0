using System;

namespace Harbour.Tides
{
    /// <summary>A gauge.</summary>
    [Serializable]
    public class Gauge : Station
    {
        private int _depth;
        public int Depth { get; set; }

        public Gauge(int depth)
        {
            _depth = depth;
        }

        ~Gauge() { }

        public static Gauge operator +(Gauge a, Gauge b)
        {
            return a;
        }

        public async Task<int> ReadAsync()
        {
            int Twice() { return 2 * _depth; }
            return await Task.FromResult(Twice());
        }
    }

    public interface IReadable { void Read(); }
    public enum Tide { Ebb, Flood }
    public record struct Level(int Metres);
    delegate void Risen(int level);
}
