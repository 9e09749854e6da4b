import { DELETED_USER_ID, type ActObject } from '@inkling/contracts';

/** The object of a case. The profile of a deleted account has DELETED_USER_ID. */
export const objectOf = ({
  object_kind,
  object_id,
}: {
  object_kind: ActObject['kind'];
  object_id: number;
}): ActObject => ({
  kind: object_kind,
  id: object_id < 0 ? DELETED_USER_ID : object_id,
});
