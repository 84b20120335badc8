import { checkSlug } from '@guildhall/contract/organizations/organizations'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { Refused } from '../../../lib/request.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { slugMistake } from './slug.ts'

type SlugStanding =
  /** There is nothing to ask about: no slug, or the one that it has already. */
  | 'unasked'
  | 'checking'
  | 'free'
  | 'taken'
  /** The server couldn't say; it will when the slug is saved. */
  | 'unknown'

const pauseMilliseconds = 300

/** Whether a slug is free, asked in the pauses of typing. */
export function useSlugCheck(slug: string, own: string | null): SlugStanding {
  const settled = useSettled(slug, pauseMilliseconds)
  const isAskable = (one: string) => one !== own && slugMistake(one) === null
  const { data, isError } = useQuery({ ...slugQuery(settled), enabled: isAskable(settled) })
  if (!isAskable(slug)) return 'unasked'
  if (settled !== slug) return 'checking'
  return data ?? (isError ? 'unknown' : 'checking')
}

const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['slug', slug],
    queryFn: async ({ signal }): Promise<'free' | 'taken'> => {
      try {
        await api.call(checkSlug, { body: { slug }, signal })
        return 'free'
      } catch (error) {
        if (error instanceof Refused && error.code === 'SLUG_IS_TAKEN') return 'taken'
        throw error
      }
    },
    staleTime: 0,
  })
