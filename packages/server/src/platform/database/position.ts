declare const position: unique symbol

/** A position in the write-ahead log of PostgreSQL: what lies before it was written before. */
export type Position = bigint & { readonly [position]: true }

const shape = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i

/** Reads `16/B374D848`; null for any other text. */
export function readPosition(text: string): Position | null {
  const [, high, low] = shape.exec(text) ?? []
  if (high === undefined || low === undefined) return null
  return made((BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`))
}

export const positionText = (at: Position): string =>
  `${(at >> 32n).toString(16)}/${(at & 0xffff_ffffn).toString(16)}`.toUpperCase()

/** No replica reaches it. */
export const positionMax: Position = made(0xffff_ffff_ffff_ffffn)

function made(value: bigint): Position {
  return value as Position
}
