import type * as threads from '../../packages/server/src/platform/passwords/hashing-threads.ts'

/** Hashes nothing, to measure what a sign-in costs besides. */
export const createHashingThreads = (): threads.HashingThreads => ({
  hash: async (password) => current + password,
  verify: async (stored, password) => stored === current + password,
  scrypt: async (_password, _salt, { keyBytes }) => new Uint8Array(keyBytes),
})

const current = '$argon2id$v=19$m=19456,t=2,p=1$'
