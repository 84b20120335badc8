import { runOn } from '../packages/server/test/sql.ts'
import { environment, ourSubject } from '../packages/stories/src/races/ours.ts'
import { type Outcome, runScenario } from '../packages/stories/src/races/rounds.ts'
import { scenarios } from '../packages/stories/src/races/scenarios.ts'
import type { Subject } from '../packages/stories/src/races/subject.ts'
import { secret } from './constants.ts'
import { printTable } from './figures.ts'
import { peerServer } from './organizations/peer-server.ts'
import { database, ourServer, type Urls } from './our-server.ts'
import { withPostgres } from './postgres.ts'
import { peerSubject } from './races/peer-subject.ts'
import { missingRequirement } from './requirements.ts'
import { startServer } from './rounds.ts'

const attemptsDefault = 10_000

/** Invariants under parallel requests: the same program runs against our server and the peer. */
export async function races([attempts]: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
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
  if (broken.length > 0) console.log(`\nViolations by ${name}, one example each:`)
  for (const { invariant, examples } of broken) console.log(`${invariant}: ${examples[0]}`)
}

interface OutcomePair {
  readonly ours: Outcome
  readonly peer: Outcome
}

async function run(urls: Urls, attempts: number): Promise<OutcomePair[]> {
  const peerUrl = database(urls.ownerUrl, 'peer')
  await runOn(urls.ownerUrl, 'create database peer')
  const ourServerProcess = await startServer(ourServer(urls, environment))
  const peerServerProcess = await startServer(peerServer(peerUrl, true))
  try {
    const { port } = ourServerProcess
    const ours = await ourSubject({
      port,
      secret,
      ownerUrl: urls.ownerUrl,
      publicUrl: environment.GUILDHALL_URL,
    })
    return await playAll(ours, await peerSubject(peerServerProcess.port, peerUrl), attempts)
  } finally {
    await Promise.all([ourServerProcess, peerServerProcess].map(({ child }) => child.stop()))
  }
}

async function playAll(ours: Subject, peer: Subject, attempts: number): Promise<OutcomePair[]> {
  const pairs: OutcomePair[] = []
  for (const scenario of scenarios) {
    console.log(`${pairs.length + 1} of ${scenarios.length}: ${scenario.invariant}`)
    pairs.push({
      ours: await runScenario(ours, scenario, attempts),
      peer: await runScenario(peer, scenario, attempts),
    })
  }
  return pairs
}
