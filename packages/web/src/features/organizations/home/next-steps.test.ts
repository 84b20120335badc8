import { describe, expect, test } from 'vitest'
import { nextSteps, type StepFacts } from './next-steps.ts'

const begun: StepFacts = {
  role: 'owner',
  hasLogo: false,
  hasEmail: false,
  members: 1,
  openInvitations: 0,
  teams: 1,
  products: 0,
  customers: 0,
  accessTokens: 0,
}

const titles = (facts: Partial<StepFacts>) =>
  nextSteps({ ...begun, ...facts }).map(({ title }) => title)

const done = (facts: Partial<StepFacts>) =>
  nextSteps({ ...begun, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ title }) => title)

const selling = ['Create a product', 'Create an access token', 'Add a customer']

describe('the next steps', () => {
  test('are those that the role allows', () => {
    const all = [...selling, 'Complete the profile', 'Invite people', 'Create a second team']
    expect(titles({})).toEqual(all)
    expect(titles({ role: 'member,admin' })).toEqual(all)
    expect(titles({ role: 'member' })).toEqual([])
  })

  test('omit teams if they are disabled', () => {
    expect(titles({ teams: null })).toEqual([...selling, 'Complete the profile', 'Invite people'])
  })

  test.each([
    [{}, []],
    [{ hasLogo: true }, []],
    [{ hasLogo: true, hasEmail: true }, ['Complete the profile']],
    [{ members: 2 }, ['Invite people']],
    [{ openInvitations: 1 }, ['Invite people']],
    [{ teams: 2 }, ['Create a second team']],
    [{ products: 1 }, ['Create a product']],
    [{ accessTokens: 1 }, ['Create an access token']],
    [{ customers: 1 }, ['Add a customer']],
  ])('with %j: %j are done', (facts, expected) => {
    expect(done(facts)).toEqual(expected)
  })
})
