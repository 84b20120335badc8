// Builds the web into dist: the pages, their hashed assets with .br and .gz versions, the script
// that embeds checkouts, and csp.json, the hashes of the inline scripts for the content security
// policy.
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { embedConfig, galleryPage, pageConfig, pages, root } from './vite.config.mjs'

const dist = join(root, 'dist')
const cache = join(root, '../../.cache')
const gallery = join(cache, 'gallery')
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt'])
const compressibleFromBytes = 512

export async function buildWeb() {
  await mkdir(cache, { recursive: true })
  const made = await mkdtemp(join(cache, 'web-'))
  try {
    for (const page of pages) await buildPage(page, made)
    await buildEmbedScript(made)
    await writeFile(join(made, 'csp.json'), JSON.stringify(await scriptHashes(made)))
    await compressAll(made)
    await publish(made)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** The page of all components, for tests. */
export async function buildGallery() {
  const { build: settings, ...config } = pageConfig(galleryPage)
  await build({
    ...config,
    build: { ...settings, outDir: gallery, emptyOutDir: true, chunkSizeWarningLimit: 1000 },
  })
}

/** @param {import('./vite.config.mjs').Page} page @param {string} made */
async function buildPage(page, made) {
  const config = pageConfig(page)
  const outDir = join(made, `.${page}`)
  await build({ ...config, build: { ...config.build, outDir } })
  await mkdir(join(made, page))
  await rename(join(outDir, `${page}.html`), join(made, page, 'index.html'))
  // Names carry a hash of the content, so equal names are equal files.
  await cp(join(outDir, 'assets'), join(made, 'assets'), { recursive: true })
  await rm(outDir, { recursive: true })
}

/** @param {string} made */
async function buildEmbedScript(made) {
  const config = embedConfig()
  await build({ ...config, build: { ...config.build, outDir: made } })
}

/** @param {string} made */
async function scriptHashes(made) {
  const html = await Promise.all(
    pages.map((page) => readFile(join(made, page, 'index.html'), 'utf8')),
  )
  const scripts = html.flatMap((text) =>
    [...text.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1] ?? ''),
  )
  const hashes = scripts.map((text) => createHash('sha256').update(text).digest('base64'))
  return { scriptHashes: [...new Set(hashes)].map((hash) => `sha256-${hash}`) }
}

/** @param {string} folder */
async function compressAll(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
}

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path)
  if (content.length < compressibleFromBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((data) => writeFile(`${path}.br`, data)),
    promisify(gzip)(content, { level: 9 }).then((data) => writeFile(`${path}.gz`, data)),
  ])
}

/**
 * Swaps the previous build for the new one; of two concurrent builds the later one stays. @param
 * {string} made
 */
async function publish(made) {
  const old = `${made}-old`
  await rename(dist, old).catch(ignoreMissing)
  try {
    await rename(made, dist)
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY')) throw error
    await publish(made)
  } finally {
    await rm(old, { recursive: true, force: true })
  }
}

/** @param {unknown} error */
function ignoreMissing(error) {
  if (!hasCode(error, 'ENOENT')) throw error
}

/** @param {unknown} error @param {string} code */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}

if (import.meta.url === `file://${process.argv[1]}`) await buildWeb()
