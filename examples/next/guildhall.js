import { getSession } from '@guildhall/adapters/next'

export const serverURL = process.env.GUILDHALL_URL
export const accessToken = process.env.GUILDHALL_ACCESS_TOKEN

export const sessionOf = getSession({ serverURL })
