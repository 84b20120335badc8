import type { ResponseOf } from '@guildhall/contract/operation'
import type { findCommandLineLogin } from '@guildhall/contract/organizations/command-line-logins'

/** A login that waits for a decision, with the code that was typed. */
export type FoundLogin = ResponseOf<typeof findCommandLineLogin> & { userCode: string }
