import type { Grant } from '#/entities/benefit/grants-of-source.ts'

/** Null for what isn’t held at present, also if it was before. */
export const heldSince = ({ status, grantedAt }: Grant): Date | null =>
  status === 'granted' || status === 'revoked' ? grantedAt : null
