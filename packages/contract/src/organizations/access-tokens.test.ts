import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createOrganizationAccessToken } from './access-tokens.ts'

const { body } = createOrganizationAccessToken

const read = (expiresIn: unknown) =>
  z.safeParse(body, { comment: 'CI', scopes: ['products:read'], expiresIn })

describe('the lifetime of an access token', () => {
  it.each([
    ['PT1S', 1],
    ['P1D', 86_400],
    ['P2W', 1_209_600],
    ['P30DT12H', 2_635_200],
    ['PT1H30M5S', 5405],
    ['P3650D', 315_360_000],
  ])('%s is %s seconds', (duration, seconds) => {
    expect(read(duration).data?.expiresIn).toBe(seconds)
  })

  it.each([
    'P',
    'PT',
    'P1DT',
    'P0D',
    'P1M',
    'P1Y',
    '30D',
    'P3651D',
    'PT9999999999S',
    'p1d',
    'P-1D',
    'P1.5D',
    '3600',
    3600,
    '',
  ])('can’t be %s', (duration) => {
    expect(read(duration).error?.issues.map(({ path }) => path)).toEqual([['expiresIn']])
  })

  it('can be unlimited', () => {
    expect(read(null).data?.expiresIn).toBeNull()
    expect(read(undefined).success).toBe(true)
  })
})
