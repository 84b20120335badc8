import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const
const weights = [400, 600] as const

/** Each subset is a family of its own: a letter is drawn with the first that has it. */
export const fontFamilies: readonly string[] = subsets.map((subset) => `Inter ${subset}`)

/** Where the package's files lie, in the sources and in a bundle alike. */
export function fontFiles() {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
  const fileOf = (subset: string, weight: number) =>
    join(folder, `inter-${subset}-${weight}-normal.woff`)
  return Object.fromEntries(
    subsets.map((subset) => [
      `Inter ${subset}`,
      weights.map((fontWeight) => ({ src: fileOf(subset, fontWeight), fontWeight })),
    ]),
  )
}
