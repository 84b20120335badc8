import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
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
})

it('one that no longer entitles revokes everything once', () => {
  const held = grant(note, 'granted')
  const revoked = grant(files, 'revoked')
  expect(
    decideGrants({ isEntitled: false, benefitIds: [note, files], grants: [held, revoked] }),
  ).toEqual({ grant: [], restore: [], revoke: [held], keep: [] })
})
