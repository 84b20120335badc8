import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const dist = join(import.meta.dirname, 'dist')
const kilobyte = 1024
const embedScriptBytesMax = 5 * 1024

type ImportsIn = (code: string, name: string) => boolean

/** Static and dynamic imports both name the file. */
const anyImport: ImportsIn = (code, name) => code.includes(name)

/** Without `import("./name.js")`, which loads when it is called. */
const staticImport: ImportsIn = (code, name) =>
  new RegExp(`(?:from|import) ?"[./]*${name}"`).test(code)

/** The compressed size of a page and the scripts that it loads. */
async function weigh(
  page: string,
  isImported: ImportsIn,
  others: readonly string[] = [],
): Promise<number> {
  const html = await readFile(join(dist, page, 'index.html'), 'utf8')
  const first = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map((match) => match[1] ?? '')
  const scripts = await withImports([...first, ...others], isImported)
  const sizes = await Promise.all(scripts.map((name) => compressedSize(join(dist, 'assets', name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The smallest files are not compressed. */
async function compressedSize(path: string): Promise<number> {
  const { size } = await stat(`${path}.br`).catch(() => stat(path))
  return size
}

async function withImports(names: readonly string[], isImported: ImportsIn): Promise<string[]> {
  const all = new Set(names)
  const assets = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))
  for (const name of all) {
    const code = await readFile(join(dist, 'assets', name), 'utf8')
    for (const asset of assets) if (isImported(code, asset)) all.add(asset)
  }
  return [...all]
}

describe('the light pages of the build', () => {
  test.each(['sign-in', 'checkout'])('%s stays under 110 KB of JavaScript', async (page) => {
    const bytes = await weigh(page, anyImport)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(110 * kilobyte)
  })

  test('the portal starts with less than 120 KB, without its forms and dialogs', async () => {
    const bytes = await weigh('portal', staticImport)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(120 * kilobyte)
  })

  test('the portal has no code of the dashboard', async () => {
    const html = await readFile(join(dist, 'portal', 'index.html'), 'utf8')
    const [, entry = ''] = /\/assets\/([\w.-]+\.js)/.exec(html) ?? []
    for (const name of await withImports([entry], anyImport)) {
      const code = await readFile(join(dist, 'assets', name), 'utf8')
      expect(code).not.toContain('/dashboard/')
    }
  })
})

test('the first screen of the dashboard takes less than 220 KB', async () => {
  const home = (await readdir(join(dist, 'assets'))).filter((name) => /^home-.*\.js$/.test(name))
  expect(home).toHaveLength(1)
  const bytes = await weigh('app', staticImport, home)
  expect(bytes).toBeGreaterThan(100 * kilobyte)
  expect(bytes).toBeLessThanOrEqual(220 * kilobyte)
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
