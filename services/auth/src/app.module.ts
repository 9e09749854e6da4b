import { Module } from '@nestjs/common';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsRpcController } from './accounts/accounts-rpc.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { LocalIdentity } from './identity/local-identity.js';
import { SessionSweep } from './sessions/session-sweep.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsRpcController } from './sessions/sessions-rpc.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { AttemptLimits } from './sign-in/attempt-limits.js';
import { SignInRpcController } from './sign-in/sign-in-rpc.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

@Module({
  controllers: [SignInRpcController, SessionsRpcController, AccountsRpcController],
  providers: [SignInService, AttemptLimits, LocalIdentity, SessionsService, SessionsRepository, SessionSweep, AccountsService, AccountsRepository],
})
export class AppModule {}
