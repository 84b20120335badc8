// `npm run test:upgrade -- --from v1.2.0`: a release is replaced by this code under load, process by
// process, and no request may fail. Without --from, the newest release.
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../tools/build.mjs'
import { root } from '../../tools/install.mjs'
import { printTable } from '../figures.ts'
import type { Found } from '../torture/faults.ts'
import { type Code, newestRelease, releaseAt } from './code.ts'
import { replaceUnderLoad } from './replace.ts'

const secondsDefault = '20'

const { values } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: secondsDefault } },
})
const from = values.from ?? newestRelease()
if (from === null) {
  console.error(
    'There is no release to upgrade from: the repository has no tag v*. If there are any, get ' +
      'them with git fetch --tags; --from names another commit.',
  )
  process.exitCode = 2
} else {
  const before = await releaseAt(from)
  await ensureBuilt()
  const after: Code = { name: 'this code', folder: root }
  console.log(`Replacing ${before.name} by this code …`)
  process.exitCode = print(
    await replaceUnderLoad({ before, after, seconds: Number(values.seconds) }),
  )
}

function print({ counts, faults }: Found): number {
  printTable(Object.entries(counts).map(([what, count]) => [what, String(count)]))
  for (const fault of faults) console.log(`wrong: ${fault}`)
  if (faults.length === 0) console.log('No request failed, nothing is lost, and the books agree.')
  return faults.length === 0 ? 0 : 1
}
