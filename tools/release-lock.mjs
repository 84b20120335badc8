// Reads from package-lock.json which exact packages a release depends on.

/**
 * @typedef {Readonly<Record<string, string>>} Ranges
 * @typedef {{ version: string, dependencies?: Ranges, optionalDependencies?: Ranges }} Locked
 * @typedef {Readonly<Record<string, Locked>>} Packages by their folders
 */

/**
 * The packages that the named ones need, with themselves.
 * @param {Packages} packages @param {readonly string[]} names
 * @returns {Packages}
 */
export function lockedFor(packages, names) {
  /** @type {Record<string, Locked>} */
  const found = {}
  /** @param {string} folder @param {string} name */
  const add = (folder, name) => {
    const path = locate(packages, { from: folder, name })
    const locked = path === null ? undefined : packages[path]
    if (path === null || locked === undefined || path in found) return
    found[path] = locked
    const needed = { ...locked.dependencies, ...locked.optionalDependencies }
    for (const next of Object.keys(needed)) add(path, next)
  }
  for (const name of names) add('', name)
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Where Node finds a package: in the nearest node_modules.
 * @param {Packages} packages @param {{ from: string, name: string }} wanted
 * @returns {string | null}
 */
function locate(packages, { from, name }) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    const path = `${folder}${folder === '' || folder.endsWith('/') ? '' : '/'}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return null
  }
}
