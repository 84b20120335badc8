import { isOperator } from '#/entities/account/session.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Time } from '#/ui/time.tsx'
import type { User } from './admin-queries.ts'
import { nameOf } from './user-name.ts'

export function UserFacts({ user }: { user: User }) {
  return (
    <Card>
      <div className="mb-3 flex items-center gap-3">
        <Avatar name={nameOf(user)} src={user.image} size="l" />
        <div className="min-w-0">
          <p className="text-m font-semibold break-words">{nameOf(user)}</p>
          <p className="text-s text-ink-2">{user.displayUsername && `@${user.displayUsername}`}</p>
        </div>
      </div>
      <Facts
        facts={[
          { label: 'Email', value: <Copyable text={user.email} what="email address" /> },
          { label: 'Verified', value: user.emailVerified ? 'Yes' : 'Not yet' },
          { label: 'Role', value: isOperator(user) ? 'Operator' : 'User' },
          { label: 'Joined', value: <Time at={user.createdAt} /> },
          { label: 'Updated', value: <Time at={user.updatedAt} /> },
          { label: 'ID', value: <Copyable text={user.id} short /> },
        ]}
      />
    </Card>
  )
}
