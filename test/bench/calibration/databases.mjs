// The generated databases of the calibration bench: number i is a pure function of i, so that the first n of them
// are the same whatever their count, and every run of twenty has all models, sizes and rates.

/** One of 20 is a shop, four are the paper's own model, six surveys, nine people. */
const MODELS = 'people survey paper people survey people people shop survey paper'
  .split(' ')
  .concat('people survey people paper people survey people survey people paper'.split(' '));

/** Uniform draws in [0, 1): splitmix32. */
function uniform(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Model and arguments of the generator for database i = 0, 1, … */
export function database(i) {
  const next = uniform(0x5eed + i);
  const model = MODELS[i % MODELS.length];
  const between = (low, high) => low + (high - low) * next();
  const logBetween = (low, high) => low * (high / low) ** next();
  const pick = (...values) => values[Math.floor(next() * values.length)];
  const options = { model, seed: i + 1 };
  const records = (most) => Math.round(logBetween(300, most));
  if (model === 'people') {
    Object.assign(options, {
      ...{ records: records(3000), files: pick(1, 1, 2, 3), duplicates: between(0.1, 0.4).toFixed(2) },
      ...{ errors: between(0.5, 2.5).toFixed(2), missing: between(0.01, 0.08).toFixed(3) },
      ...{ sample: logBetween(0.02, 1).toFixed(3), moves: between(0, 0.1).toFixed(3) },
    });
  } else if (model === 'survey') {
    Object.assign(options, {
      ...{ records: records(3000), files: pick(2, 3), duplicates: between(0.1, 0.45).toFixed(2) },
      distortion: between(0.005, 0.04).toFixed(3),
    });
  } else if (model === 'paper') {
    const count = records(1500);
    Object.assign(options, {
      ...{ records: count, K: Math.round(count * between(0.3, 2)), files: pick(1, 1, 2) },
      ...{ fields: pick(6, 7, 8), values: pick(20, 30, 40), A: logBetween(0.002, 0.01).toFixed(4) },
    });
  }
  return { model, args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]) };
}
