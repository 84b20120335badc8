// Makes dist/guildhall: the built server and web as an npm package. A container is made of it too.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { root } from './install.mjs'
import { lockedFor } from './release-lock.mjs'

export const releaseFolder = join(root, 'dist/guildhall')

/** What the server loads by its name. Everything else is part of its bundle. */
export const loadedByName = ['@fontsource/inter', '@node-rs/argon2', '@react-pdf/renderer', 'react']

/** Where a release has what is made here. */
export const shippedAt = {
  'packages/server/bin': 'server/bin',
  'packages/server/dist': 'server/dist',
  'packages/server/migrations': 'server/migrations',
  'packages/server/release.md': 'README.md',
  'packages/web/dist': 'web/dist',
  LICENSE: 'LICENSE',
}

export async function makeRelease(folder = releaseFolder) {
  await ensureBuilt()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [from, to] of Object.entries(shippedAt)) {
    cpSync(join(root, from), join(folder, to), { recursive: true })
  }
  const manifest = releaseManifest()
  writeJson(join(folder, 'package.json'), manifest)
  // For `npm ci` in the folder. npm ignores it when it installs the archive.
  writeJson(join(folder, 'npm-shrinkwrap.json'), lockOf(manifest))
}

function releaseManifest() {
  const { name, version, description, license, engines } = readJson('package.json')
  const { optionalDependencies } = readJson('packages/server/package.json')
  const { packages } = readJson('package-lock.json')
  const exact = loadedByName.map((one) => [one, packages[`node_modules/${one}`].version])
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { guildhall: 'server/bin/guildhall.mjs' },
    dependencies: Object.fromEntries(exact),
    optionalDependencies,
  }
}

/** @param {ReturnType<typeof releaseManifest>} manifest */
function lockOf(manifest) {
  const { name, version, dependencies, optionalDependencies } = manifest
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  const packages = lockedFor(readJson('package-lock.json').packages, names)
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...packages },
  }
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** @param {string} path @param {unknown} value */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

if (import.meta.url === `file://${process.argv[1]}`) await makeRelease()
