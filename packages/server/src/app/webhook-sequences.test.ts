import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { testServer } from '../../test/server.ts'
import { newToldShop, type ToldTransition } from '../../test/told-sequences.ts'
import { toldChapters } from '../../test/told-transitions.ts'

const db = testDatabase()
const server = testServer(db)
const page = fileURLToPath(new URL('../../../../docs/webhook-sequences.md', import.meta.url))

describe.each(toldChapters)('$title', ({ transitions }) => {
  it.each(transitions)('$happens: endpoints are told in this order', async ({ prepare, told }) => {
    const shop = await newToldShop(server.current)
    const bringAbout = await prepare(shop)
    const before = (await shop.told()).length
    await bringAbout()
    expect(statesSettled((await shop.told()).slice(before), told)).toEqual(told)
  })
})

const isState = (line: string | undefined): line is string =>
  line?.startsWith('customer.state_changed ') ?? false

/** A state is as of when it is told: on a busy machine it is what another piece made of it already. */
const statesSettled = (lines: readonly string[], told: readonly string[]): readonly string[] =>
  lines.map((line, at) => {
    const here = told[at]
    const isAhead = isState(here) && isState(line) && told.includes(line, at)
    return isAhead ? here : line
  })

const preface = `# What is told, and in which order

Written by \`npx vitest run -u webhook-sequences\` from the sequences that this test
makes happen. Do not edit.

What happens in one transaction is told in one piece: no other event of the organization stands in
between, unless both happened at the same moment. In brackets stands how the object stands in the event’s \`data\`.

After every transaction that changes a customer or one of their subscriptions stands
\`customer.state_changed\` once, behind all else of that transaction. It tells all that they have by
then, here how many active subscriptions. A payment is taken outside of transactions, so what is paid
follows in a piece of its own. Where that comes within milliseconds, the state before it may tell it
already.
`

/** Names as code, and what stands behind them as it is. */
const codeOf = (line: string): string => line.replace(/^\S+/u, (name) => `\`${name}\``)

const rowOf = ({ happens, told }: ToldTransition): string =>
  `| ${happens} | ${told.map(codeOf).join('<br>')} |`

const chapters = toldChapters.map(({ title, transitions }) =>
  [`## ${title}`, '', '| What happens | What is told |', '| --- | --- |']
    .concat(transitions.map(rowOf), '')
    .join('\n'),
)

it('docs/webhook-sequences.md tells these', async () => {
  await expect([preface, ...chapters].join('\n')).toMatchFileSnapshot(page)
})
