import { Module } from '@nestjs/common';
import { PersonLimits, ProofsOfWork } from '@inkling/platform';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { Usernames } from './accounts/usernames.js';
import { Admission } from './admission/admission.js';
import { AdmissionRpcController } from './admission/admission-rpc.controller.js';
import { SignUpDecisions } from './admission/sign-up-decisions.js';
import { ActionTokens } from './action-tokens/action-tokens.js';
import { ActionTokensRepository } from './action-tokens/action-tokens.repository.js';
import { AdminRpcController } from './admin/admin-rpc.controller.js';
import { AdminUsersRepository } from './admin/admin-users.repository.js';
import { AdminUsersService } from './admin/admin-users.service.js';
import { ProbesService } from './admin/probes.service.js';
import { EmailChangeRpcController } from './own-address/email-change-rpc.controller.js';
import { EmailChangeService } from './own-address/email-change.service.js';
import { EmailChangesRepository } from './email-change/email-changes.repository.js';
import { DeletionConfirmations } from './deletion/deletion-confirmations.js';
import { DeletionSaga } from './deletion/deletion-saga.js';
import { DeletionsRepository } from './deletion/deletions.repository.js';
import { DeletionsRpcController } from './deletion/deletions-rpc.controller.js';
import { DeletionsService } from './deletion/deletions.service.js';
import { ExpiredRows } from './expired-rows.js';
import { ExportsRepository } from './exports/exports.repository.js';
import { ExportsRpcController } from './exports/exports-rpc.controller.js';
import { ExportsService } from './exports/exports.service.js';
import { PersonalData } from './exports/personal-data.js';
import { FirebaseIdentity } from './identity/firebase-identity.js';
import { LocalIdentity } from './identity/local-identity.js';
import { SettingsProjection } from './instance/settings-projection.js';
import { KnownPlaces } from './known-places/known-places.js';
import { AccountMail } from './mail/account-mail.js';
import { OneTimeCodesRepository } from './one-time-codes/one-time-codes.repository.js';
import { OneTimeCodesRpcController } from './one-time-codes/one-time-codes-rpc.controller.js';
import { OneTimeCodesService } from './one-time-codes/one-time-codes.service.js';
import { Ceremonies } from './passkeys/ceremonies.js';
import { Challenges } from './passkeys/challenges.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasskeysRpcController } from './own-passkeys/passkeys-rpc.controller.js';
import { PasskeysService } from './own-passkeys/passkeys.service.js';
import { PasswordsRpcController } from './passwords/passwords-rpc.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { PeopleRepository } from './people/people.repository.js';
import { PeopleService } from './people/people.service.js';
import { ProfilesRpcController } from './profiles/profiles-rpc.controller.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { RateLimits } from './rate-limits/rate-limits.js';
import { FreshProof } from './sensitive/fresh-proof.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsRpcController } from './sessions/sessions-rpc.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ProofRpcController } from './sign-in/proof-rpc.controller.js';
import { ProofService } from './sign-in/proof.service.js';
import { SignInRpcController } from './sign-in/sign-in-rpc.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { Staff } from './rights/staff.js';
import { RoleChanges } from './roles/role-changes.js';
import { AccountRights } from './rights/account-rights.js';
import { Suspensions } from './rights/suspensions.js';
import { VerificationRpcController } from './verification/verification-rpc.controller.js';
import { VerificationService } from './verification/verification.service.js';

@Module({
  controllers: [
    SignInRpcController,
    AdmissionRpcController,
    SessionsRpcController,
    ProfilesRpcController,
    Staff,
    PasskeysRpcController,
    EmailChangeRpcController,
    PasswordsRpcController,
    VerificationRpcController,
    ProofRpcController,
    OneTimeCodesRpcController,
    AdminRpcController,
    ExportsRpcController,
    PersonalData,
    DeletionsRpcController,
    PeopleService,
  ],
  providers: [
    SignInService,
    Admission,
    SettingsProjection,
    SignUpDecisions,
    RateLimits,
    PersonLimits,
    ProofsOfWork,
    LocalIdentity,
    FirebaseIdentity,
    SessionsService,
    SessionsRepository,
    AccountRights,
    RoleChanges,
    Suspensions,
    PeopleRepository,
    ProfilesService,
    AccountsRepository,
    Usernames,
    ActionTokens,
    ActionTokensRepository,
    AccountMail,
    EmailChangesRepository,
    EmailChangeService,
    KnownPlaces,
    Challenges,
    Ceremonies,
    PasskeysRepository,
    PasskeysService,
    PasswordsService,
    VerificationService,
    FreshProof,
    ProofService,
    OneTimeCodesService,
    OneTimeCodesRepository,
    AdminUsersService,
    AdminUsersRepository,
    ProbesService,
    ExportsService,
    ExportsRepository,
    DeletionsService,
    DeletionsRepository,
    DeletionSaga,
    DeletionConfirmations,
    ExpiredRows,
  ],
})
export class AppModule {}
