import { posix } from 'node:path'
import { type Place, placeOf, sharedRoom } from './floor-plan.ts'
import type { SourceFile } from './source-files.ts'
import { withoutComments } from './source-text.ts'

// A domain's `door.ts` lists what other domains may import. They import it from the module that makes
// it: so a route loads what it uses, and not everything that the domain offers.

interface Named {
  readonly specifier: string
  // The imported file.
  readonly path: string
  readonly name: string
}

// A sentence for each import past a door, and for each entry of a door that nothing uses.
export function doorFaults(files: readonly SourceFile[]): string[] {
  const listed = new Set(files.filter(isDoor).flatMap((file) => namedIn(file).map(textOf)))
  const used = new Set<string>()
  const past: string[] = []
  for (const file of files.filter((one) => !isDoor(one))) {
    for (const named of foreignIn(file)) {
      used.add(textOf(named))
      if (!listed.has(textOf(named))) {
        past.push(`${file.path} → ${named.specifier}: ${named.name} is not listed in a door.ts`)
      }
    }
  }
  const unused = [...listed].filter((entry) => !used.has(entry))
  return [...past, ...unused.map((entry) => `${entry}: listed in a door.ts, but nothing uses it`)]
}

const isDoor = ({ path }: SourceFile): boolean => placeOf(path)?.room === 'door'

const textOf = ({ path, name }: Named): string => `${path}#${name}`

// What a file imports of domains that it doesn't belong to.
function foreignIn(file: SourceFile): Named[] {
  const from = placeOf(file.path)
  return namedIn(file).filter(({ path }) => {
    const to = placeOf(path)
    return (
      to?.room != null &&
      to.room !== sharedRoom &&
      to.part !== from?.part &&
      !isAssembled(from, to.room)
    )
  })
}

// The app assembles the domains, so it also imports what no domain may.
const isAssembled = (from: Place | null, room: string): boolean =>
  from?.room === null && ['manifest', 'routes', 'jobs'].includes(room)

const clauses = /^(?:import|export) (?:type )?(?:\{([^}]*)\}|(\*)(?: as \w+)?) from '(\.[^']+)'/gm

function namedIn({ path, text }: SourceFile): Named[] {
  return [...withoutComments(text).matchAll(clauses)].flatMap(
    ([, names = '', all = '', specifier = '']) =>
      [...names.split(','), all]
        .map((name) =>
          name
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        )
        .filter((name) => name !== '')
        .map((name) => ({ specifier, path: posix.join(posix.dirname(path), specifier), name })),
  )
}
