import { describe, expect, it } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { newId } from '../../../platform/ids.ts'
import { grantLifecycle } from './grant-lifecycle.ts'
import { decideGrants } from './grants.ts'

const [note, files, gone] = [newId('benefit'), newId('benefit'), newId('benefit')]
const grant = (benefitId: typeof note, status: string) => ({
  id: newId('benefitGrant'),
  benefitId,
  status,
})

describe('a source that entitles', () => {
  it('grants what its product lists, in that order', () => {
    const decision = decideGrants({ isEntitled: true, benefitIds: [files, note], grants: [] })
    expect(decision).toEqual({ grant: [files, note], restore: [], revoke: [], keep: [] })
  })

  it('keeps what is held, restores what was revoked, and revokes what isn’t listed', () => {
    const held = grant(note, 'granted')
    const revoked = grant(files, 'revoked')
    const unlisted = grant(gone, 'granted')
    const grants = [held, revoked, unlisted]
    expect(decideGrants({ isEntitled: true, benefitIds: [note, files], grants })).toEqual({
      grant: [],
      restore: [revoked],
      revoke: [unlisted],
      keep: [held],
    })
  })

  it.each(['waiting', 'pending', 'failed'])('keeps what is %s', (status) => {
    const held = grant(note, status)
    const decision = decideGrants({ isEntitled: true, benefitIds: [note], grants: [held] })
    expect(decision).toEqual({ grant: [], restore: [], revoke: [], keep: [held] })
  })
})

it('one that no longer entitles revokes everything once', () => {
  const held = grant(note, 'granted')
  const revoked = grant(files, 'revoked')
  expect(
    decideGrants({ isEntitled: false, benefitIds: [note, files], grants: [held, revoked] }),
  ).toEqual({ grant: [], restore: [], revoke: [held], keep: [] })
})

it('the life of a grant has no dead end', () => {
  expect(lifecycleFaults(grantLifecycle)).toEqual([])
})
