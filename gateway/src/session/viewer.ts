import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ERRORS, type Role, type RouteContract, type SessionClaims } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';

/** The user behind a request or a socket, as the access token says. */
export interface Viewer {
  readonly userId: number;
  readonly sessionId: string;
  /** The user has completed the profile. */
  readonly profile: boolean;
  /** The user has verified the email address; false in a token that is older than the verification. */
  readonly verified: boolean;
  /** The account of the probe, whose polls nobody else sees (ADR 21). */
  readonly probe?: true;
  /** A moderator has to decide first whether the person may join. */
  readonly waiting?: true;
  /** The account is younger than a day, and has a part of each limit per person. */
  readonly newAccount?: true;
  /** Absent for members. */
  readonly role?: Exclude<Role, 'member'>;
  /** The version of the account's rights that the token knows; absent before the first change. */
  readonly rightsVersion?: number;
  /** The account is suspended. The token ends with the suspension, so there is no end to compare with. */
  readonly suspended?: SuspendedClaim;
}

export const isAdministrator = ({ role }: Viewer): boolean => role === 'administrator';

export type SuspendedClaim = NonNullable<SessionClaims['suspended']>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; absent on public routes. */
    viewer?: Viewer;
    /** What the guard has admitted the viewer to; absent when it refused, and where Passport renewed the session. */
    admittedTo?: RouteContract;
  }
}

/** Hands the handler the signed-in user; only on routes whose access is not `public`. */
export const SignedIn = createParamDecorator((_data: undefined, context: ExecutionContext): Viewer => {
  const viewer = context.switchToHttp().getRequest<FastifyRequest>().viewer;
  if (!viewer) throw new ApiError('unauthorized', { message: ERRORS.unauthorized.message });
  return viewer;
});
