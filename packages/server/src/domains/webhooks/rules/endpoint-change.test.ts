import { describe, expect, it } from 'vitest'
import { changeOf, type EndpointSettings, switchOf } from './endpoint-change.ts'

const is: EndpointSettings = {
  url: 'https://a.test/hook',
  name: 'Ours',
  format: 'raw',
  events: ['order.paid', 'order.created'],
}

describe('what changes of an endpoint', () => {
  it.each<[string, Parameters<typeof changeOf>[1], object]>([
    ['nothing is said', {}, {}],
    ['everything is null', { url: null, name: null, format: null, events: null }, { name: null }],
    ['the same is said', { ...is, events: ['order.created', 'order.paid'] }, {}],
    ['another URL', { url: 'https://b.test/' }, { url: 'https://b.test/' }],
    ['another name', { name: 'Theirs' }, { name: 'Theirs' }],
    ['another format', { format: 'slack' }, { format: 'slack' }],
    ['fewer events', { events: ['order.paid'] }, { events: ['order.paid'] }],
    [
      'other events',
      { events: ['order.paid', 'refund.created'] },
      { events: ['order.paid', 'refund.created'] },
    ],
  ])('where %s', (_what, wish, change) => {
    expect(changeOf(is, { ...wish, events: wish.events ? [...wish.events] : wish.events })).toEqual(
      change,
    )
  })
})

const enabled = { isEnabled: true, disabledReason: null }
const resting = { isEnabled: false, disabledReason: 'failing' }
const disabled = { isEnabled: false, disabledReason: 'member' }

it.each([
  [enabled, true, null],
  [enabled, false, 'disable'],
  [enabled, null, null],
  [enabled, undefined, null],
  [resting, true, 'enable'],
  [resting, false, 'disable'],
  [disabled, true, 'enable'],
  [disabled, false, null],
])('%j, told %s, is switched: %s', (standing, told, turn) => {
  expect(switchOf(standing, told === undefined ? {} : { enabled: told })).toBe(turn)
})
