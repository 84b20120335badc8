import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import LinkIcon from 'lucide-react/icons/link-2'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Time } from '#/ui/time.tsx'
import { signInOptionsQuery, userAccountsQuery } from './admin-queries.ts'
import { explain } from './explain.ts'

const passwordProvider = 'credential'

/** The sign-in methods of a user. */
export function UserAccounts({ userId }: { userId: string }) {
  const { data: options } = useQuery(signInOptionsQuery)
  const { data, error } = useQuery(userAccountsQuery(userId))
  const nameOf = (providerId: string) =>
    options?.providers.find(({ id }) => id === providerId)?.name ?? providerId
  return (
    <Card flush title="Sign-in methods">
      <Entries
        count={data?.accounts.length ?? null}
        failure={error && explain(error)}
        empty="No password and no linked account. A password reset link is the only way to sign in."
      >
        {data?.accounts.map(({ id, providerId, accountId, createdAt }) => {
          const isPassword = providerId === passwordProvider
          return (
            <Entry
              key={id}
              icon={isPassword ? <KeyRound /> : <LinkIcon />}
              title={isPassword ? 'Password' : nameOf(providerId)}
            >
              <span>
                since <Time at={createdAt} />
              </span>
              {!isPassword && <span className="break-all">{accountId}</span>}
            </Entry>
          )
        })}
      </Entries>
    </Card>
  )
}
