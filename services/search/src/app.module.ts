import { Module } from '@nestjs/common';
import { PollDocuments } from './polls/poll-documents.js';
import { UserDocuments } from './users/user-documents.js';

@Module({ providers: [UserDocuments, PollDocuments] })
export class AppModule {}
