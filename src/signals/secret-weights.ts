/** Bytes of logs, the most frequent first. */
const FREQUENT = 'e "tsaorni:d-clmp,01u_f2\n4.3/b67hg=9y85k[{}vIwx\\ED)T(RjFN\']SOCAJMzqU;P>LZHVQBW|'

/** About how often each byte stands in a log. */
export const BYTE_WEIGHTS: Float64Array = new Float64Array(256).fill(0.001)
for (let rank = 0; rank < FREQUENT.length; rank += 1)
  BYTE_WEIGHTS[FREQUENT.charCodeAt(rank)] = 0.5 / (rank + 7)

/** The same for a letter in either case. */
export const CASELESS_WEIGHTS: Float64Array = BYTE_WEIGHTS.map((weight, byte) =>
  byte >= 97 && byte <= 122 ? weight + (BYTE_WEIGHTS[byte - 32] ?? 0) : weight,
)
