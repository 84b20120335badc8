import { describe, expect, it } from 'vitest'
import { changedSettings, type EndpointSettings, requestedSwitch } from './endpoint-change.ts'

const current: EndpointSettings = {
  url: 'https://a.test/hook',
  name: 'Ours',
  format: 'raw',
  events: ['order.paid', 'order.created'],
}

describe('the changed settings', () => {
  it.each<[string, Parameters<typeof changedSettings>[1], object]>([
    ['nothing', {}, {}],
    ['only nulls', { url: null, name: null, format: null, events: null }, { name: null }],
    ['the same values', { ...current, events: ['order.created', 'order.paid'] }, {}],
    ['another URL', { url: 'https://b.test/' }, { url: 'https://b.test/' }],
    ['another name', { name: 'Theirs' }, { name: 'Theirs' }],
    ['another format', { format: 'slack' }, { format: 'slack' }],
    ['fewer events', { events: ['order.paid'] }, { events: ['order.paid'] }],
    [
      'other events',
      { events: ['order.paid', 'refund.created'] },
      { events: ['order.paid', 'refund.created'] },
    ],
  ])('when the input has %s', (_what, input, change) => {
    expect(
      changedSettings(current, {
        ...input,
        events: input.events ? [...input.events] : input.events,
      }),
    ).toEqual(change)
  })
})

const enabled = { isEnabled: true, disabledReason: null }
const suspended = { isEnabled: false, disabledReason: 'failing' }
const disabled = { isEnabled: false, disabledReason: 'member' }

it.each([
  [enabled, true, null],
  [enabled, false, 'disable'],
  [enabled, null, null],
  [enabled, undefined, null],
  [suspended, true, 'enable'],
  [suspended, false, 'disable'],
  [disabled, true, 'enable'],
  [disabled, false, null],
])(
  'an endpoint with %j and the input enabled=%s gets the switch %s',
  (endpoint, enabledInput, turn) => {
    expect(
      requestedSwitch(endpoint, enabledInput === undefined ? {} : { enabled: enabledInput }),
    ).toBe(turn)
  },
)
