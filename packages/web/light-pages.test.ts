import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const dist = join(import.meta.dirname, 'dist')
const javaScriptBytesMax = 110 * 1024
const embedScriptBytesMax = 5 * 1024

/** The compressed size of a page and everything it loads. */
async function weigh(page: string): Promise<number> {
  const html = await readFile(join(dist, page, 'index.html'), 'utf8')
  const first = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map((match) => match[1] ?? '')
  const scripts = await withImports(first)
  const sizes = await Promise.all(scripts.map((name) => stat(join(dist, 'assets', `${name}.br`))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Follows static and dynamic imports, which both name the file. */
async function withImports(names: readonly string[]): Promise<string[]> {
  const all = new Set(names)
  const assets = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))
  for (const name of all) {
    const code = await readFile(join(dist, 'assets', name), 'utf8')
    for (const asset of assets) if (code.includes(asset)) all.add(asset)
  }
  return [...all]
}

describe('the light pages of the build', () => {
  test.each(['sign-in', 'checkout'])('%s stays under 110 KB of JavaScript', async (page) => {
    const bytes = await weigh(page)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(javaScriptBytesMax)
  })
})

test('the embed script has at most 5 KB and no dependencies', async () => {
  const script = await readFile(join(dist, 'guildhall-embed.js'), 'utf8')
  expect(script.length).toBeLessThanOrEqual(embedScriptBytesMax)
  expect(script).toContain('GuildhallEmbedCheckout')
  expect(script).not.toMatch(/\bimport\b|\/assets\//)
})

test('the build contains no code of the gallery of components', async () => {
  const source = await readFile(
    join(import.meta.dirname, 'src/features/gallery/gallery.tsx'),
    'utf8',
  )
  const title = 'Feedback and empty states'
  expect(source).toContain(title)
  const names = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))
  const codes = await Promise.all(names.map((name) => readFile(join(dist, 'assets', name), 'utf8')))
  expect(names.filter((_, at) => codes[at]?.includes(title))).toEqual([])
  expect(await readdir(dist)).not.toContain('gallery')
})
