import { existsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { type Judgement, judge } from './accounts/judge.ts'
import { measure } from './accounts/measure.ts'
import { printTable } from './figures.ts'
import { withPostgres } from './postgres.ts'

const peerManifest = new URL('node_modules/better-auth/package.json', import.meta.url)
const builtWeb = new URL('../packages/web/dist/csp.json', import.meta.url)

const roundsDefault = 5
const secondsDefault = 2

/** What sessions and sign-ins cost beside the peer, on one PostgreSQL, turn about. */
export async function accounts([rounds, seconds]: readonly string[]): Promise<boolean> {
  const missing = whatIsMissing()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const loadBefore = machineLoad()
  const extent = {
    rounds: Number(rounds ?? roundsDefault),
    seconds: Number(seconds ?? secondsDefault),
  }
  const measured = await withPostgres(({ ownerUrl, appUrl }) =>
    measure({ ownerUrl, appUrl }, extent),
  )
  const judgements = judge(measured)
  printTable([['', 'guildhall', 'better-auth', 'ratio', 'goal', 'met'], ...judgements.map(row)])
  console.log(
    `\nMedians of ${extent.rounds} alternating rounds on ${availableParallelism()} cores; ` +
      `load average ${loadBefore} before, ${machineLoad()} after.`,
  )
  return judgements.every(({ isMet }) => isMet)
}

function whatIsMissing(): string | null {
  if (!existsSync(peerManifest)) return 'The peer is missing: cd bench && npm ci --ignore-scripts'
  if (!existsSync(builtWeb)) return 'The built web is missing: node tools/build.mjs'
  return null
}

const machineLoad = (): string => (loadavg()[0] ?? Number.NaN).toFixed(2)

const row = ({ figure, ours, peer, ratio, goal, isMet }: Judgement): string[] => [
  figure,
  ours,
  peer,
  ratio,
  goal,
  isMet ? 'yes' : 'NO',
]
