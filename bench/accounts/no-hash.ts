import type * as threads from '../../packages/server/src/platform/passwords/hashing-threads.ts'

/** Doesn't hash, to measure the rest of a sign-in. */
export const createHashingThreads = (): threads.HashingThreads => ({
  hash: async (password) => hashPrefix + password,
  verify: async (stored, password) => stored === hashPrefix + password,
  scrypt: async (_password, _salt, { keyBytes }) => new Uint8Array(keyBytes),
})

const hashPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'
