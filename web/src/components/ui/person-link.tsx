import { Link } from 'react-router';
import type { Author } from '@inkling/contracts';
import { Avatar } from './avatar';

/** A person in a list row: picture, name and username, linking to their profile. */
export function PersonLink({ person }: { person: Author }) {
  return (
    <>
      <Avatar user={person} size={44} />
      <Link className="who" to={`/profile/${person.id}`}>
        <span className="who-name">
          <bdi>{person.name}</bdi>
        </span>
        {person.username && (
          <span className="who-sub">
            <bdi>@{person.username}</bdi>
          </span>
        )}
      </Link>
    </>
  );
}
