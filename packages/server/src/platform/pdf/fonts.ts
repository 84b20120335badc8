import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ThreadStart } from './printer-thread.ts'
import { unpackWoff } from './unpack-woff.ts'

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

/** Each subset is a family of its own: a glyph is drawn with the first family that has it. */
export const fontFamilies: readonly string[] = subsets.map((subset) => `Inter ${subset}`)

/** By family name, then weight: addresses of font files. */
export async function readFonts(): Promise<ThreadStart['fonts']> {
  const require = createRequire(import.meta.url)
  // Locates the package's files, from sources and in a bundle alike.
  const folder = dirname(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
  const fontOf = async (subset: string, fontWeight: number) => {
    const woff = await readFile(join(folder, `inter-${subset}-${fontWeight}-normal.woff`))
    const font = await unpackWoff(woff)
    return { src: `data:font/ttf;base64,${font.toString('base64')}`, fontWeight }
  }
  const families = subsets.map(
    async (subset) =>
      [
        `Inter ${subset}`,
        await Promise.all(weights.map((weight) => fontOf(subset, weight))),
      ] as const,
  )
  return Object.fromEntries(await Promise.all(families))
}
