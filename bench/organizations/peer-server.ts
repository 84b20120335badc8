import { limits } from '../../packages/stories/src/races/subject.ts'
import type { Candidate } from '../rounds.ts'

/** Where the peer's application lets its own backend add members: where ours does. */
export const addMemberPath = '/organization/add-member'
export const serverKey = `guildhall_srv_${'r'.repeat(32)}`

/** The peer with organizations; with the limits of the races or with none. */
export const peerServer = (url: string, limited: boolean): Candidate => ({
  name: 'better-auth',
  script: './organizations/peer.ts',
  args: [url, JSON.stringify(limited ? limits : null)],
})
