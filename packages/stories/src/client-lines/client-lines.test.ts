import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { notServed } from '@guildhall/contract/not-served'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractOperations } from '../../../server/test/contract-operations.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { testSite } from '../site.ts'
import { callsFor, type Fixture } from './calls.ts'
import { newFixture } from './fixture.ts'
import { type Call, type Line, type Located, lines } from './lines.ts'

const page = fileURLToPath(new URL('../../../../docs/client-versions.md', import.meta.url))

const all = lines()
const site = testSite()
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.stop())

/** Calls that fail, by version. */
const failing: Readonly<Record<string, readonly string[]>> = {
  '0.34.17': ['metrics.get'],
  '0.49.0': ['products.create, with a free price'],
}

const nameOf = ({ method, about }: Call) => (about === undefined ? method : `${method}, ${about}`)

/** Of any line: only their names are used. */
const anyCalls = () =>
  callsFor(new Proxy({}, { get: () => '' }) as Fixture, { run: '', day: (text) => text })

const slugOf = ({ version }: Line) => `v${version.replaceAll('.', '-')}`

describe.each(all)('version $version of the client', (line) => {
  it('makes its calls, and fails in those that the documentation names', async () => {
    const { at, access } = await newFixture(site, { slug: slugOf(line), hooksUrl: receiver.url })
    const failed: string[] = []
    for (const call of callsFor(at, { run: slugOf(line), day: line.day })) {
      if (!line.has(call.method)) continue
      await line.run(call, access).catch(() => failed.push(nameOf(call)))
    }
    expect(failed).toEqual(failing[line.version] ?? [])
  })

  it('gets 501 for those of its operations that this server doesn’t have', async () => {
    const served = new Set((await contractOperations()).map(shapeOf))
    const missing = line.operations.filter((one) => !served.has(shapeOf(one)))
    expect(missing.length).toBeLessThan(line.operations.length / 2)
    for (const { method, path } of missing) {
      const answer = await fetch(`${site.url}${path.replaceAll(/\{\w+\}/g, 'x')}`, { method })
      expect([method, path, answer.status]).toEqual([method, path, 501])
    }
  })
})

it('an operation that the server has is in no list of missing ones', async () => {
  const served = new Set((await contractOperations()).map(shapeOf))
  expect(notServed.filter((one) => served.has(shapeOf(one)))).toEqual([])
  const answer = await fetch(`${site.url}/v1/oauth2/userinfo`)
  expect(await answer.json()).toEqual({
    error: 'NotImplemented',
    detail: `This server does not have this operation. What it has: ${site.url}/docs`,
  })
})

it('the documentation shows the calls of each version', async () => {
  const table = rows().join('\n')
  const text = readFileSync(page, 'utf8')
  const written = text.replace(/(?<=<!-- calls -->\n)[^]*(?=\n<!-- \/calls -->)/, table)
  await expect(written).toMatchFileSnapshot(page)
})

function rows(): string[] {
  const head = ['Call', ...all.map(({ version }) => version)]
  const body = anyCalls().map((call) => [
    `\`${call.method}\`${call.about === undefined ? '' : `, ${call.about}`}`,
    ...all.map((line) => markOf(line, call)),
  ])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
}

function markOf({ version, has }: Line, call: Call): string {
  if (!has(call.method)) return '–'
  return failing[version]?.includes(nameOf(call)) === true ? 'fails' : 'yes'
}

const shapeOf = ({ method, path }: Located): string =>
  `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '*').replace(/\/$/, '')}`
