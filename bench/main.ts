// `npm run bench -- <name>`: runs one of the benches.
import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { catalog } from './catalog.ts'
import { citus } from './citus.ts'
import { exports } from './exports.ts'
import { floor } from './floor.ts'
import { grants } from './grants.ts'
import { limits } from './limits.ts'
import { metered } from './metered.ts'
import { organizations } from './organizations.ts'
import { pages } from './pages.ts'
import { pooler } from './pooler.ts'
import { purchases } from './purchases.ts'
import { races } from './races.ts'
import { renewals } from './renewals.ts'
import { search } from './search.ts'
import { usage } from './usage.ts'
import { webhooks } from './webhooks.ts'

const benches: Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>> = {
  floor,
  accounts,
  organizations,
  catalog,
  purchases,
  pooler,
  citus,
  grants,
  races,
  renewals,
  metered,
  webhooks,
  usage,
  limits,
  analytics,
  search,
  exports,
  pages,
}

const [name = '', ...args] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined) {
  console.error(`npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exitCode = 2
} else {
  process.exitCode = (await bench(args)) ? 0 : 1
}
