const descriptionLengthMin = 3
const descriptionLengthMax = 42

/** Why it can't be so, or null. */
export function descriptionMistake(description: string): string | null {
  const { length } = description.trim()
  if (length === 0) return 'Enter what customers get.'
  if (length < descriptionLengthMin) return `Use at least ${descriptionLengthMin} characters.`
  return length > descriptionLengthMax ? `Use at most ${descriptionLengthMax} characters.` : null
}

export const descriptionLeft = (description: string): number =>
  descriptionLengthMax - description.trim().length

export function filesMistake(count: number, isUploading: boolean): string | null {
  if (isUploading) return 'Wait until all files are there, or stop those that aren’t.'
  return count === 0 ? 'Upload at least one file.' : null
}

/** Of a number of things, from one on. */
export function countMistake(text: string, most: number): string | null {
  const count = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= most) return null
  return `Enter a whole number from 1 to ${most.toLocaleString('en')}.`
}

export const limits = {
  ttl: 36_500,
  activations: 50,
  usage: 2_147_483_647,
  units: 1_000_000_000_000,
} as const
