//===- NPZ.cpp - NumPy's .npy and .npz files -------------------*- C++ -*-===//
//
// Files and archives around the formats of NPY.cpp and Safetensors.cpp. libzip
// reads an archive from its path and writes it through a sink of ours, so that
// all formats go the same way to the disk: a temporary file, synchronised and
// renamed.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/NPZ/NPZ.h"
#include "NPY.h"
#include "Safetensors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <ctime>
#include <unistd.h>
#include <utility>
#include <zip.h>

using namespace llvm;
using namespace mlir::novi;
using namespace mlir::novi::detail;

/// `error` with `prefix` in front of its message.
static Error prefixError(const Twine &prefix, Error error) {
  return fail(prefix + toString(std::move(error)));
}

static Error failRead(const Twine &reason) {
  return fail("cannot be read (" + reason +
              "), expected a readable .npy, .npz or .safetensors file");
}

static Error failWrite(const Twine &reason) {
  return fail("cannot be written (" + reason +
              "), expected a folder that is there, writable and has room");
}

static StringRef describe(sys::fs::file_type type) {
  switch (type) {
  case sys::fs::file_type::directory_file:
    return "a folder";
  case sys::fs::file_type::character_file:
  case sys::fs::file_type::block_file:
    return "a device";
  case sys::fs::file_type::fifo_file:
    return "a pipe";
  case sys::fs::file_type::socket_file:
    return "a socket";
  default:
    return "no regular file";
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// The bytes of an open file.
class FileSource : public ByteSource {
public:
  FileSource(sys::fs::file_t file, uint64_t size)
      : ByteSource(size), file(file) {}

  Error read(MutableArrayRef<char> buffer) override {
    while (!buffer.empty()) {
      Expected<size_t> count = sys::fs::readNativeFile(file, buffer);
      if (!count)
        return failRead(toString(count.takeError()));
      if (*count == 0)
        return fail("ended " + Twine(buffer.size()) +
                    " bytes early, expected a file that stays as it is");
      buffer = buffer.drop_front(*count);
    }
    return Error::success();
  }

  Error finish() override { return Error::success(); }

private:
  sys::fs::file_t file;
};

/// The uncompressed bytes of an entry of an archive.
class EntrySource : public ByteSource {
public:
  EntrySource(zip_file_t *entry, uint64_t size)
      : ByteSource(size), entry(entry) {}

  Error read(MutableArrayRef<char> buffer) override {
    while (!buffer.empty()) {
      zip_int64_t count = zip_fread(entry, buffer.data(), buffer.size());
      if (count < 0)
        return corrupt();
      if (count == 0)
        return fail("archive entry ended " + Twine(buffer.size()) +
                    " bytes early, expected " + Twine(size) + " bytes in all");
      buffer = buffer.drop_front(count);
    }
    return Error::success();
  }

  Error finish() override {
    // libzip checks the sum when it meets the end.
    char next;
    zip_int64_t count = zip_fread(entry, &next, 1);
    if (count < 0)
      return corrupt();
    if (count > 0)
      return fail("archive entry goes on, expected its end after " +
                  Twine(size) + " bytes");
    return Error::success();
  }

private:
  Error corrupt() {
    return fail(Twine("archive entry is corrupt (") +
                zip_error_strerror(zip_file_get_error(entry)) +
                "), expected data that fit their size and checksum");
  }

  zip_file_t *entry;
};
} // namespace

/// Checks what the archive says of an entry, before the entry is opened.
static Error checkEntry(const zip_stat_t &stat) {
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                  ZIP_STAT_COMP_METHOD |
                                  ZIP_STAT_ENCRYPTION_METHOD;
  if ((stat.valid & needed) != needed)
    return fail("archive entry without sizes, expected them in the directory");
  if (stat.encryption_method != ZIP_EM_NONE)
    return fail("archive entry is encrypted, expected plain data");
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
    return fail("archive entry with compression method " +
                Twine(stat.comp_method) +
                ", expected 0 (stored) or 8 (deflated)");
  // Two bits of deflated data give at most 258 bytes.
  constexpr zip_uint64_t maxRatio = 1032;
  if (stat.comp_method == ZIP_CM_STORE ? stat.size != stat.comp_size
                                       : stat.size / maxRatio > stat.comp_size)
    return fail(
        "archive entry claims " + Twine(stat.size) + " bytes from " +
        Twine(stat.comp_size) + " bytes, expected no more than " +
        (stat.comp_method == ZIP_CM_STORE ? "these" : "deflating can give"));
  return Error::success();
}

static Expected<HostTensor> readEntry(zip_t *archive, zip_uint64_t index,
                                      const zip_stat_t &stat) {
  if (Error error = checkEntry(stat))
    return error;
  zip_file_t *entry = zip_fopen_index(archive, index, 0);
  if (!entry)
    return fail(Twine("archive entry cannot be opened (") +
                zip_strerror(archive) + "), expected a valid entry");
  scope_exit close([&] { zip_fclose(entry); });
  EntrySource source(entry, stat.size);
  return readNPY(source);
}

static Expected<NamedTensors> readArchive(StringRef path, uint64_t fileSize) {
  // The directory and the entries must say the same: an entry that points at
  // another's data would be read under the wrong name.
  int code;
  zip_t *archive =
      zip_open(path.str().c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    scope_exit fini([&] { zip_error_fini(&error); });
    return fail(Twine("broken archive (") + zip_error_strerror(&error) +
                "), expected a whole .npz file");
  }
  scope_exit discard([&] { zip_discard(archive); });

  NamedTensors tensors;
  uint64_t remaining = fileSize;
  for (zip_int64_t i = 0, e = zip_get_num_entries(archive, 0); i < e; ++i) {
    zip_stat_t stat;
    if (zip_stat_index(archive, i, 0, &stat) != 0 ||
        !(stat.valid & ZIP_STAT_NAME))
      return fail("archive entry " + Twine(i) + " cannot be read (" +
                  zip_strerror(archive) + "), expected a valid entry");
    StringRef name = stat.name;
    name.consume_back(".npy");
    std::string where = "array " + quoted(name) + ": ";
    if (tensors.contains(name.str()))
      return fail(where + "second entry of this name, expected one");
    // Entries that share their data make a small file huge.
    if (stat.comp_size > remaining)
      return fail(where + "archive entry claims " + Twine(stat.comp_size) +
                  " bytes, expected at most the " + Twine(remaining) +
                  " bytes that other entries leave of the file");
    remaining -= stat.comp_size;
    Expected<HostTensor> tensor = readEntry(archive, i, stat);
    if (!tensor)
      return prefixError(where, tensor.takeError());
    tensors.try_emplace(name.str(), std::move(*tensor));
  }
  return tensors;
}

static Expected<NamedTensors> readFile(StringRef path) {
  // A pipe without a writer would block an open.
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(path, status))
    return failRead(error.message());
  if (status.type() != sys::fs::file_type::regular_file)
    return fail("is " + describe(status.type()) +
                ", expected a regular .npy, .npz or .safetensors file");
  Expected<sys::fs::file_t> file = sys::fs::openNativeFileForRead(path);
  if (!file)
    return failRead(toString(file.takeError()));
  scope_exit close([&] { (void)sys::fs::closeFile(*file); });
  if (std::error_code error = sys::fs::status(*file, status))
    return failRead(error.message());

  char start[9] = {};
  Expected<size_t> count = sys::fs::readNativeFileSlice(*file, start, 0);
  if (!count)
    return failRead(toString(count.takeError()));
  StringRef magic(start, *count);
  // The second is the whole of an archive without entries.
  if (magic.starts_with("PK\3\4") || magic.starts_with("PK\5\6"))
    return readArchive(path, status.getSize());
  FileSource source(*file, status.getSize());
  if (!magic.starts_with(npyMagic)) {
    if (startsLikeSafetensors(magic))
      return readSafetensors(source);
    return fail(magic.empty()
                    ? "is empty, expected a .npy, .npz or .safetensors file"
                    : "found other data, expected a .npy file (first bytes "
                      "\\x93NUMPY), a .npz file (first bytes PK) or a "
                      ".safetensors file (a length and then a {)");
  }

  Expected<HostTensor> tensor = readNPY(source);
  if (!tensor)
    return tensor.takeError();
  NamedTensors tensors;
  tensors.try_emplace("", std::move(*tensor));
  return tensors;
}

Expected<NamedTensors> mlir::novi::readTensorFile(StringRef path) {
  Expected<NamedTensors> tensors = readFile(path);
  if (!tensors)
    return prefixError(path + ": ", tensors.takeError());
  return tensors;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Creates a file of a new name in the folder of `target`, so that renaming it
/// to `target` stays within one file system.
static std::error_code createTemporary(StringRef target,
                                       SmallVectorImpl<char> &path, int &file) {
  std::error_code error;
  for (unsigned attempt = 0; attempt < 100; ++attempt) {
    path.clear();
    sys::path::append(path, sys::path::parent_path(target),
                      ".novi-" + Twine(sys::Process::getProcessId()) + "-" +
                          Twine(attempt) + ".tmp");
    error = sys::fs::openFileForWrite(path, file, sys::fs::CD_CreateNew);
    if (error != errc::file_exists)
      break;
  }
  return error;
}

/// Finds what to replace when `path` is written, and its status if it exists.
static Error findTarget(StringRef path, SmallVectorImpl<char> &target,
                        sys::fs::file_status &status) {
  target.assign(path.begin(), path.end());
  std::error_code error = sys::fs::status(path, status);
  if (error == errc::no_such_file_or_directory)
    return Error::success();
  if (error)
    return failWrite(error.message());
  if (status.type() != sys::fs::file_type::regular_file)
    return fail("is " + describe(status.type()) +
                ", expected a regular file or a new name");
  // Renaming would replace a symbolic link, not what it stands for.
  if ((error = sys::fs::real_path(path, target)))
    return failWrite(error.message());
  return Error::success();
}

/// Lets `write` fill a file, which takes the place of `path` when it is whole.
static Error replaceFile(StringRef path,
                         function_ref<Error(raw_fd_ostream &)> write) {
  SmallString<256> target;
  sys::fs::file_status status;
  if (Error error = findTarget(path, target, status))
    return error;
  bool exists = sys::fs::exists(status);

  std::error_code error;
  SmallString<256> temporary;
  int file;
  if ((error = createTemporary(target, temporary, file)))
    return failWrite(error.message());
  sys::RemoveFileOnSignal(temporary);
  scope_exit remove([&] {
    if (file >= 0)
      ::close(file);
    (void)sys::fs::remove(temporary);
    sys::DontRemoveFileOnSignal(temporary);
  });

  raw_fd_ostream stream(file, /*shouldClose=*/false);
  Error written = write(stream);
  stream.flush();
  error = stream.error();
  stream.clear_error();
  // The system's reason says more than what became of it further up.
  if (error) {
    consumeError(std::move(written));
    return failWrite(error.message());
  }
  if (written)
    return written;
  if (exists && (error = sys::fs::setPermissions(file, status.permissions())))
    return failWrite(error.message());
  if (::fsync(file) != 0)
    return failWrite(errnoAsErrorCode().message());
  if (::close(std::exchange(file, -1)) != 0)
    return failWrite(errnoAsErrorCode().message());
  if ((error = sys::fs::rename(temporary, target)))
    return failWrite(error.message());
  sys::DontRemoveFileOnSignal(temporary);
  remove.release();
  return Error::success();
}

namespace {
/// Where libzip puts an archive that it writes.
struct ArchiveSink {
  raw_fd_ostream &stream;
  uint64_t size = 0;
  zip_error_t error = {};
};
} // namespace

/// Answers libzip's commands (see zip_source_function(3)). The archive is
/// always new: reading must be offered, but there is nothing to read.
static zip_int64_t serveSink(void *state, void *data, zip_uint64_t length,
                             zip_source_cmd_t command) {
  auto &sink = *static_cast<ArchiveSink *>(state);
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_WRITABLE;
  case ZIP_SOURCE_STAT: {
    auto *stat = ZIP_SOURCE_GET_ARGS(zip_stat_t, data, length, &sink.error);
    if (!stat)
      return -1;
    zip_stat_init(stat);
    stat->size = 0;
    stat->valid = ZIP_STAT_SIZE;
    return sizeof(*stat);
  }
  case ZIP_SOURCE_WRITE:
    sink.stream.write(static_cast<const char *>(data), length);
    if (sink.stream.has_error()) {
      zip_error_set(&sink.error, ZIP_ER_WRITE, sink.stream.error().value());
      return -1;
    }
    sink.size = std::max(sink.size, sink.stream.tell());
    return length;
  case ZIP_SOURCE_SEEK_WRITE: {
    zip_int64_t offset = zip_source_seek_compute_offset(
        sink.stream.tell(), sink.size, data, length, &sink.error);
    if (offset < 0)
      return -1;
    sink.stream.seek(offset);
    return 0;
  }
  case ZIP_SOURCE_TELL_WRITE:
    return sink.stream.tell();
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&sink.error, data, length);
  default:
    return 0;
  }
}

/// The start of 1980 in local time: libzip 1.7 converts to local time, which
/// is what zip files hold, and nothing earlier can be held.
static time_t getEntryTime() {
  std::tm date = {};
  date.tm_year = 80;
  date.tm_mday = 1;
  date.tm_isdst = -1;
  return std::mktime(&date);
}

/// Adds a tensor to the archive. Header and bytes must outlive the archive.
static Error addEntry(zip_t *archive, StringRef name, StringRef header,
                      const TensorView &tensor) {
  constexpr size_t maxName = 65535;
  std::string entry = (name + ".npy").str();
  if (entry.size() > maxName || name.contains('\0'))
    return fail("name of " + Twine(name.size()) + " bytes, expected at most " +
                Twine(maxName - 4) + " and none of them 0");

  zip_buffer_fragment_t parts[2] = {};
  parts[0].data =
      reinterpret_cast<zip_uint8_t *>(const_cast<char *>(header.data()));
  parts[0].length = header.size();
  parts[1].data =
      reinterpret_cast<zip_uint8_t *>(const_cast<char *>(tensor.bytes.data()));
  parts[1].length = tensor.bytes.size();
  size_t count = tensor.bytes.empty() ? 1 : 2;
  zip_source_t *source = zip_source_buffer_fragment(archive, parts, count, 0);
  zip_int64_t index = -1;
  if (source) {
    index = zip_file_add(archive, entry.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0)
      zip_source_free(source);
  }
  if (index < 0 ||
      zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_mtime(archive, index, getEntryTime(), 0) != 0)
    return fail(Twine("cannot become an archive entry (") +
                zip_strerror(archive) + "), expected a new name in UTF-8");
  return Error::success();
}

static Error writeArchive(raw_fd_ostream &stream,
                          ArrayRef<std::pair<std::string, TensorView>> tensors,
                          ArrayRef<std::string> headers) {
  // libzip writes no archive without entries: a lone end record.
  if (tensors.empty()) {
    stream << "PK\5\6";
    stream.write_zeros(18);
    return Error::success();
  }

  ArchiveSink sink{stream};
  zip_error_t error;
  zip_error_init(&error);
  zip_error_init(&sink.error);
  scope_exit fini([&] {
    zip_error_fini(&error);
    zip_error_fini(&sink.error);
  });
  zip_source_t *source = zip_source_function_create(serveSink, &sink, &error);
  zip_t *archive =
      source ? zip_open_from_source(source, ZIP_TRUNCATE, &error) : nullptr;
  if (!archive) {
    zip_source_free(source);
    return failWrite(zip_error_strerror(&error));
  }
  scope_exit discard([&] { zip_discard(archive); });
  for (auto [tensor, header] : zip_equal(tensors, headers))
    if (Error error = addEntry(archive, tensor.first, header, tensor.second))
      return prefixError("array " + quoted(tensor.first) + ": ",
                         std::move(error));
  if (zip_close(archive) != 0)
    return failWrite(zip_strerror(archive));
  discard.release();
  return Error::success();
}

static bool isArchive(StringRef path) { return path.ends_with(".npz"); }
static bool isSafetensors(StringRef path) {
  return path.ends_with(".safetensors");
}

/// Checks whether a file of this name can hold so many tensors.
static Error checkName(StringRef path, size_t numTensors) {
  if (isArchive(path) || isSafetensors(path))
    return Error::success();
  if (!path.ends_with(".npy"))
    return fail("file name ends in " + quoted(sys::path::extension(path)) +
                ", expected '.npz', '.safetensors' or '.npy'");
  if (numTensors != 1)
    return fail("found " + Twine(numTensors) +
                " tensors, expected exactly one for a .npy file (a .npz or "
                ".safetensors file holds any number)");
  return Error::success();
}

static Error
writeSafetensors(StringRef path,
                 ArrayRef<std::pair<std::string, TensorView>> tensors) {
  Expected<SafetensorsLayout> layout = makeSafetensorsLayout(tensors);
  if (!layout)
    return layout.takeError();
  return replaceFile(path, [&](raw_fd_ostream &stream) -> Error {
    stream << layout->header;
    for (unsigned index : layout->order) {
      ArrayRef<char> bytes = tensors[index].second.bytes;
      stream.write(bytes.data(), bytes.size());
    }
    return Error::success();
  });
}

static Error writeFile(StringRef path,
                       ArrayRef<std::pair<std::string, TensorView>> tensors) {
  if (Error error = checkName(path, tensors.size()))
    return error;
  if (isSafetensors(path))
    return writeSafetensors(path, tensors);
  SmallVector<std::string> headers;
  for (auto &[name, tensor] : tensors) {
    Expected<std::string> header = makeNPYHeader(tensor);
    if (!header)
      return prefixError("array " + quoted(name) + ": ", header.takeError());
    headers.push_back(std::move(*header));
  }
  return replaceFile(path, [&](raw_fd_ostream &stream) -> Error {
    if (isArchive(path))
      return writeArchive(stream, tensors, headers);
    ArrayRef<char> bytes = tensors.front().second.bytes;
    stream << headers.front();
    stream.write(bytes.data(), bytes.size());
    return Error::success();
  });
}

Error mlir::novi::writeTensorFile(
    StringRef path, ArrayRef<std::pair<std::string, TensorView>> tensors) {
  if (Error error = writeFile(path, tensors))
    return prefixError(path + ": ", std::move(error));
  return Error::success();
}

Error mlir::novi::writeTensorFile(StringRef path, const NamedTensors &tensors) {
  SmallVector<std::pair<std::string, TensorView>> views;
  for (const auto &[name, tensor] : tensors)
    views.emplace_back(name, tensor);
  return writeTensorFile(path, views);
}

static Error checkFile(StringRef path, size_t numTensors) {
  if (Error error = checkName(path, numTensors))
    return error;
  SmallString<256> target, temporary;
  sys::fs::file_status status;
  if (Error error = findTarget(path, target, status))
    return error;
  int file;
  if (std::error_code error = createTemporary(target, temporary, file))
    return failWrite(error.message());
  ::close(file);
  (void)sys::fs::remove(temporary);
  return Error::success();
}

Error mlir::novi::checkTensorFile(StringRef path, size_t numTensors) {
  if (Error error = checkFile(path, numTensors))
    return prefixError(path + ": ", std::move(error));
  return Error::success();
}
