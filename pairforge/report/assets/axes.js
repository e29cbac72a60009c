// Axes of the map: where a figure lies, and where the ticks are.

class Scale {
  constructor(low, high, from, to, log) {
    Object.assign(this, { low, high, from, to, log });
  }

  // An axis with room around all values.
  static around(values, from, to, log) {
    let low = Math.min(...values);
    let high = Math.max(...values);
    const room = Math.max(1.03, (high / low) ** 0.06);
    if (log) return new Scale(low / room, high * room, from, to, true);
    const margin = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
    return new Scale(low - margin, high + margin, from, to, false);
  }

  at(value) {
    const share = this.log
      ? Math.log(value / this.low) / Math.log(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return this.from + share * (this.to - this.from);
  }

  value(pixel) {
    const share = (pixel - this.from) / (this.to - this.from);
    return this.log ? this.low * (this.high / this.low) ** share : this.low + share * (this.high - this.low);
  }

  ticks(room) {
    const most = Math.max(2, Math.floor(Math.abs(this.to - this.from) / room));
    if (this.log) {
      for (const factors of [[1, 1.5, 2, 3, 4, 5, 6, 8], [1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
        const found = this.powers(factors);
        if (found.length <= most && found.length >= 2) return found;
      }
      if (this.high / this.low > 50) return this.powers([1]);
    }
    const rough = (this.high - this.low) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
    const found = [];
    for (let k = Math.ceil(this.low / step); k * step <= this.high; k++) found.push(Number((k * step).toPrecision(12)));
    return found;
  }

  powers(factors) {
    const found = [];
    for (let power = Math.floor(Math.log10(this.low)); power <= Math.ceil(Math.log10(this.high)); power++) {
      for (const factor of factors) {
        const value = Number((factor * 10 ** power).toPrecision(12));
        if (value >= this.low && value <= this.high) found.push(value);
      }
    }
    return found;
  }
}

function tickText(value) {
  return Math.abs(value) >= 1e6 ? `${shown(value / 1e6).replace(/\.?0+$/, "")}M` : value.toLocaleString("en", { maximumFractionDigits: 3 });
}

// The designs that no other beats on both axes, in the order of the first.
function front(designs, model, x, y) {
  const sign = (name) => (model.axis(name).more ? -1 : 1);
  const [sx, sy] = [sign(x), sign(y)];
  const sorted = [...designs].sort(
    (a, b) => sx * (model.value(a, x) - model.value(b, x)) || sy * (model.value(a, y) - model.value(b, y)),
  );
  const found = [];
  let best = Infinity;
  for (const design of sorted) {
    const height = sy * model.value(design, y);
    const tie = found.length && model.value(found.at(-1), x) === model.value(design, x) && height === best;
    if (height < best || tie) {
      found.push(design);
      best = height;
    }
  }
  return found;
}
