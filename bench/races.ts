import { runOn } from '../packages/server/test/sql.ts'
import { environment, ourSubject } from '../packages/stories/src/races/ours.ts'
import { scenarios } from '../packages/stories/src/races/scenarios.ts'
import { type Outcome, play } from '../packages/stories/src/races/stage.ts'
import type { Subject } from '../packages/stories/src/races/subject.ts'
import { printTable } from './figures.ts'
import { peerServer } from './organizations/peer-server.ts'
import { database, ourServer, type Urls } from './our-server.ts'
import { withPostgres } from './postgres.ts'
import { peerSubject } from './races/peer-subject.ts'
import { whatIsMissing } from './requirements.ts'
import { startServer } from './rounds.ts'
import { secret } from './setting.ts'

const attemptsDefault = 10_000

/** What parallel requests can break, here and at the peer, by the same program. */
export async function races([attempts]: readonly string[]): Promise<boolean> {
  const missing = whatIsMissing()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const pairs = await withPostgres((urls) => run(urls, Number(attempts ?? attemptsDefault)))
  printTable([
    ['', 'racing requests', 'guildhall', '5xx', 'better-auth', '5xx'],
    ...pairs.map(({ ours, peer }) => [
      ours.invariant,
      String(ours.attempts),
      String(ours.violations),
      String(ours.faults),
      String(peer.violations),
      String(peer.faults),
    ]),
  ])
  printExamples(
    'guildhall',
    pairs.map(({ ours }) => ours),
  )
  printExamples(
    'better-auth',
    pairs.map(({ peer }) => peer),
  )
  return pairs.every(({ ours }) => ours.violations === 0 && ours.faults === 0)
}

function printExamples(name: string, outcomes: readonly Outcome[]): void {
  const broken = outcomes.filter(({ examples }) => examples.length > 0)
  if (broken.length > 0) console.log(`\nHow ${name} broke them, for example:`)
  for (const { invariant, examples } of broken) console.log(`${invariant}: ${examples[0]}`)
}

interface OutcomePair {
  readonly ours: Outcome
  readonly peer: Outcome
}

async function run(urls: Urls, attempts: number): Promise<OutcomePair[]> {
  const peerUrl = database(urls.ownerUrl, 'peer')
  await runOn(urls.ownerUrl, 'create database peer')
  const ourOwn = await startServer(ourServer(urls, environment))
  const theirs = await startServer(peerServer(peerUrl, true))
  try {
    const { port } = ourOwn
    const ours = await ourSubject({
      port,
      secret,
      ownerUrl: urls.ownerUrl,
      publicUrl: environment.GUILDHALL_URL,
    })
    return await playAll(ours, await peerSubject(theirs.port, peerUrl), attempts)
  } finally {
    await Promise.all([ourOwn, theirs].map(({ child }) => child.stop()))
  }
}

async function playAll(ours: Subject, peer: Subject, attempts: number): Promise<OutcomePair[]> {
  const pairs: OutcomePair[] = []
  for (const scenario of scenarios) {
    console.log(`${pairs.length + 1} of ${scenarios.length}: ${scenario.invariant}`)
    pairs.push({
      ours: await play(ours, scenario, attempts),
      peer: await play(peer, scenario, attempts),
    })
  }
  return pairs
}
