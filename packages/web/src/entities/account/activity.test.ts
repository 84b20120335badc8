import { ActivityEntry } from '@guildhall/contract/identity/activity'
import { expect, test } from 'vitest'
import { activityLine } from './activity.ts'

const id = '0190f2a0-0000-7000-8000-000000000000'
const signIn = ActivityEntry.parse({
  id,
  at: '2027-03-14T15:09:26Z',
  action: 'sign-in',
  title: 'Signed in',
  succeeded: true,
  operatorId: null,
  ipAddress: '192.0.2.1',
  userAgent: 'curl/8.5.0',
  details: {},
})

test('a line shows the device and the IP address', () => {
  expect(activityLine(signIn)).toMatchObject({
    hasFailed: false,
    isForeign: false,
    notes: ['curl', '192.0.2.1'],
  })
})

test('unknown details are omitted', () => {
  expect(activityLine({ ...signIn, userAgent: '', ipAddress: '' }).notes).toEqual([])
})

test('an operator is mentioned once: in the title, or next to it', () => {
  const { operatorId } = ActivityEntry.parse({
    ...signIn,
    at: signIn.at.toISOString(),
    operatorId: id,
  })
  const reported = (action: string) => activityLine({ ...signIn, action, operatorId }).notes[0]
  expect(reported('profile.update')).toBe('by an operator')
  expect(reported('admin.ban-user')).toBe('curl')
})
