import { describe, expect, it } from 'vitest'
import { callbackQuery, readCallback } from './callback-parameters.ts'

describe('readCallback', () => {
  it('reads every known parameter', () => {
    const user = JSON.stringify({ name: { firstName: 'Ann', lastName: 'Example' }, email: 'a@b.c' })
    expect(readCallback({ code: 'c', state: 's', iss: 'i', device_id: 'd', user })).toEqual({
      code: 'c',
      state: 's',
      error: null,
      errorDescription: null,
      issuer: 'i',
      deviceId: 'd',
      formName: 'Ann Example',
    })
  })

  it.each([
    { state: ['a', 'b'] },
    { code: 'x'.repeat(4097) },
    { error: 'two words' },
    { error: 'a&b' },
    { error: '', state: 7 },
  ])('rejects %j', (raw) => {
    expect(readCallback(raw)).toBeNull()
  })

  it.each(['', '{', '"x"', '{"name":7}', '{"name":{"firstName":{}}}', '{"__proto__":{"name":{}}}'])(
    'finds no name in %s',
    (user) => {
      expect(readCallback({ user })?.formName).toBeNull()
    },
  )
})

describe('callbackQuery', () => {
  it('keeps the needed parameters and drops the email address', () => {
    const user = JSON.stringify({ name: { firstName: 'A', lastName: 'B' }, email: 'a@b.c' })
    const form = { code: 'c&d', state: 's', user, id_token: 'secret' }
    const query = new URLSearchParams(callbackQuery(form))
    expect([...query]).toEqual([
      ['code', 'c&d'],
      ['state', 's'],
      ['user', '{"name":{"firstName":"A","lastName":"B"}}'],
    ])
  })

  it.each([undefined, '', 'x', '{}', '{"name":{}}'])('leaves out an unusable name: %j', (user) => {
    expect(callbackQuery({ code: 'c', user })).toBe('code=c')
  })
})
