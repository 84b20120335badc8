import { formatCount } from '#/lib/format.ts'
/** Whom a change of benefits reaches, as a sentence. */
export function reachText(kind: 'gain' | 'loss', benefit: string, count: number): string {
  const [one, several] = kind === 'gain' ? ['gets', 'get'] : ['loses', 'lose']
  return count === 1
    ? `One customer ${one} “${benefit}”.`
    : `${formatCount(count)} customers ${several} “${benefit}”.`
}
