import { expect, it } from 'vitest'
import { emailAddress } from './email-address.ts'

it('reports one fault at a time', () => {
  const issues = (typed: string) => emailAddress.safeParse(typed).error?.issues.length ?? 0
  expect(issues('nobody')).toBe(1)
  expect(issues(`${'a'.repeat(65)}@example.com`)).toBe(1)
  expect(issues(`a@${'b.'.repeat(150)}com`)).toBe(1)
})

it('converts addresses to lower case', () => {
  expect(emailAddress.parse('Ann@Example.COM')).toBe('ann@example.com')
})
