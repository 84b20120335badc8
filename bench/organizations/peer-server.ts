import { limits } from '../../packages/stories/src/races/subject.ts'
import type { ServerScript } from '../rounds.ts'

/** The path where the peer's application lets its backend add members: the same as ours. */
export const addMemberPath = '/organization/add-member'
export const serverKey = `guildhall_srv_${'r'.repeat(32)}`

/** The peer with organizations, with the limits of the races or with its defaults. */
export const peerServer = (url: string, limited: boolean): ServerScript => ({
  name: 'better-auth',
  script: './organizations/peer.ts',
  args: [url, JSON.stringify(limited ? limits : null)],
})
