/**
 * Rational approximations of Wichura (1988), Algorithm AS 241, PPND16, Applied Statistics 37, 477–484, rounded
 * to doubles: numerators and denominators from the highest power down to the constant.
 */
const CENTRE = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
  1971.5909503065513, 133.14166789178438, 3.3871328727963665,
];
const CENTRE_BELOW = [
  5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
  687.1870074920579, 42.31333070160091, 1,
];
const SHOULDER = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const SHOULDER_BELOW = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const TAIL = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
  0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const TAIL_BELOW = [
  2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133,
  0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
];

/**
 * Φ⁻¹(p), the point below which a standard normal variable stays with probability p: Wichura's AS 241, relative
 * error about 1e-15. −Infinity at 0, Infinity at 1, NaN outside.
 *
 * @example normalQuantile(0.975) // => 1.959963984540054
 */
export function normalQuantile(p: number): number {
  const fromCentre = p - 0.5;
  if (Math.abs(fromCentre) <= 0.425) {
    const square = 0.180625 - fromCentre * fromCentre;
    return (fromCentre * polynomial(CENTRE, square)) / polynomial(CENTRE_BELOW, square);
  }
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  const sign = Math.sign(fromCentre);
  const outside = fromCentre < 0 ? p : 1 - p;
  if (outside === 0) return sign * Number.POSITIVE_INFINITY;
  const root = Math.sqrt(-Math.log(outside));
  if (root <= 5) return (sign * polynomial(SHOULDER, root - 1.6)) / polynomial(SHOULDER_BELOW, root - 1.6);
  return (sign * polynomial(TAIL, root - 5)) / polynomial(TAIL_BELOW, root - 5);
}

/** By Horner's rule, from the highest power down. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * x + coefficient;
  return value;
}
